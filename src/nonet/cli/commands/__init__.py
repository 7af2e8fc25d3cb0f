"""The commands, one a file: docstring (help), ``configure(parser)``, ``run(arguments)``."""
