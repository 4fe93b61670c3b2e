"""What the figures share: how to run, to time, to record, and to tell it."""
