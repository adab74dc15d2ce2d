"""EigenSkin (Kry 2005, chapter 7): the model, its fit, its file, its examples."""
