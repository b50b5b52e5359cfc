"""The questions that the figures of the companions ask: those of their lecture, and no others."""
