"""The control interface: what tests may do to the market's world. Not part of the protocol.

Present only while MARKETPLACE_CONTROL_SECRET is set, which settings allow on loopback alone.
"""
