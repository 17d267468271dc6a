#' scpp: clusters of wide, noisy tables, and the planes that show them
#'
#' [scpp()] clusters the rows of a table, [suggest_k()] says how many clusters there are and why, [predict.scpp()] assigns new
#' rows, [plot.scpp()] and [scpp_report()] show what was found. All of it is computed by the C++ library of the command line
#' `scpp`: the models are the same files, byte for byte.
#'
#' R counts clusters from 1, the command line from 0. Nodes of the tree are called by the numbers of the command line: the root
#' is node 0.
#'
#' @examples
#' fit <- scpp(iris[1:4], k = 3)
#' fit
#' @keywords internal
#' @useDynLib scpp, .registration = TRUE
#' @importFrom Rcpp evalCpp
#' @importFrom stats as.dendrogram as.hclust coef fitted predict setNames update
#' @importFrom methods as
#' @rawNamespace S3method(rpart::prune, scpp)
#' @importFrom grDevices hcl.colors
#' @importFrom graphics axis barplot hist legend par plot points segments text
#' @importFrom utils adist head
#' @docType package
#' @name scpp-package
NULL
