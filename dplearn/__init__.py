"""dplearn"""
