"""A package, so that a server and a browser live as long as its tests."""
