"""Pure codecs between a vendor's JSON and `foldline.core.messages`. No I/O."""
