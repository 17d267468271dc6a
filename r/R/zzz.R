.onUnload <- function(libpath) library.dynam.unload("scpp", libpath)
