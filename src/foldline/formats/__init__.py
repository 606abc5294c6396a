"""Transcript formats, one file each: recognise, read without loss, write back."""
