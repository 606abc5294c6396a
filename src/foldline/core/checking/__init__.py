"""What can be wrong with a text that a summariser wrote, a kind of fault a module. `foldline.core.checks` asks them."""
