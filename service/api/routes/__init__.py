"""One blueprint a resource; views of a few lines that translate HTTP and nothing else."""
