"""The cost of the setter's questions: ``python -m benchmarks.setting --data FOLDER``."""
