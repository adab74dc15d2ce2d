"""Few numbers for many: bases of hand postures and of contact forces, by principal components."""
