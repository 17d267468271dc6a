#' Cluster the rows of a table
#'
#' Finds communities of nearest neighbours in a metric learned from the rows, and explains them by a tree of two-way splits. Every
#' split has the plane in which its two sides are least connected, so that it can be looked at.
#'
#' @param x A matrix or data frame of numbers, or a sparse matrix of the package Matrix (which is made dense, and refused when
#'   that is larger than `options(scpp.max_dense = )`, 4 GB unless told). Logical columns count as 0 and 1.
#' @param k How many clusters to find, or `"auto"`, which takes the number of [suggest_k()].
#' @param ... Further options by name, for example `quality`, `method`, `standardise` or `beta_max`: [scpp_options()] lists all
#'   with their defaults. Names have underscores where the command line has hyphens.
#' @param weights How often each row counts, `NULL` for once: a row of weight 3 is that row three times.
#' @param na.action What to do with missing cells, in the words of the command line's `--missing`: `"error"`; `"mean"` or
#'   `"median"` of the column (kept for new rows); `"drop-row"`, which gives such rows the cluster `NA`; `"drop-column"`.
#'   [stats::na.fail] and [stats::na.omit] mean the first and the fourth.
#' @param drop Names or numbers of columns to leave out.
#' @param text What to do with columns of a data frame that hold no numbers (factors, text, dates): `"refuse"` stops and names
#'   them, `"drop"` leaves them out.
#' @param seed Seed of everything that is drawn. R's own generator is neither used nor changed, unless `seed = NULL`, which takes
#'   the seed from it.
#' @param threads How many threads to use; 0 takes all cores. The result does not depend on it.
#' @param progress `TRUE` shows what is being done; a function is called with a list that says it, some twenty times a second.
#' @param keep_x Whether the result holds the rows, which pictures, reports and [split_node()] need. Rows that are a matrix of
#'   doubles are not copied for it.
#' @return An object of class `scpp`, a list with
#'   \item{cluster}{the cluster of each row, 1 to `k`; `NA` for rows that were dropped}
#'   \item{k}{how many clusters there are}
#'   \item{size}{rows in each}
#'   \item{nodes}{a data frame of the tree, a row for each node: `node` (from 0, the root), `parent`, `rows`, `cluster` (of a
#'     leaf), `order` (which split it was, from 1), `lambda2`, `lambda3`, `sigma`, `beta`, `cut` (the share of the
#'     neighbour graph that the split cuts, where it was judged by one), `evaluations`, and why the search ended or the leaf was
#'     not split (`reason`, `sentence`)}
#'   \item{model}{the bytes of the model file, see [write_model()]}
#'   \item{x, weights}{what was clustered, after missing cells were dealt with}
#'   \item{call, info}{the call, and further facts for the methods}
#'
#'   Fewer clusters than asked for are a warning that says why. Ctrl-C ends a fit within moments.
#' @seealso [predict.scpp()], [plot.scpp()], [summary.scpp()], [suggest_k()], [scpp_report()]
#' @references Hofmeyr, Pavlidis and Eckley (2019). Minimum spectral connectivity projection pursuit. *Statistics and Computing*
#'   29, 391-414.
#' @examples
#' fit <- scpp(iris[1:4], k = 3)
#' table(fit$cluster, iris$Species)
#'
#' scpp(iris, text = "drop")              # as many clusters as there are
#' scpp(iris[1:4], k = 3, quality = "fast", microclusters = 100)
#' @export
scpp <- function(x, k = "auto", ..., weights = NULL, na.action = "error", drop = NULL, text = c("refuse", "drop"), seed = 0,
                 threads = getOption("scpp.threads", 0), progress = FALSE, keep_x = TRUE) {
  text <- match.arg(text)
  options <- options_from(list(k = k, ..., seed = seed_from(seed), threads = threads))
  rule <- missing_word(na.action)
  rows <- rows_to_fit(x, weights, rule, drop, text)
  found <- ask(native_fit(rows$x, rows$columns, options$names, options$values, rows$weights, rule, as.double(rows$fill),
                          progress_from(progress)))
  if (isTRUE(progress)) cat("\n", file = stderr())
  fit <- new_scpp(found$model, x = if (keep_x) rows$x, weights = rows$weights, kept = rows$kept, count = rows$count,
                  row_names = rows$row_names, call = match.call())
  fit$note <- rows$note
  fit <- with_clusters(fit, found$cluster)
  warn_if_fewer(fit)
  fit
}

rows_to_fit <- function(x, weights, rule, drop, text) {
  rows <- rows_from(x, drop, text)
  if (length(rows$left_out)) note("columns without numbers are left out: ", paste(rows$left_out, collapse = ", "))
  require_rows(rows, "x")
  rows$count <- nrow(rows$x)
  rows <- settled(rows, weights_from(weights, rows$count), rule, "x")
  ask(native_require_finite(rows$x, rows$columns))
  rows
}

new_scpp <- function(model, x = NULL, weights = numeric(), kept = NULL, count = NA, row_names = NULL, call = NULL) {
  info <- native_describe(model)
  structure(list(cluster = NULL, k = length(info$leaves), size = info$nodes$rows[info$leaves + 1], nodes = info$nodes,
                 model = model, x = x, weights = weights, call = call, note = NULL,
                 info = c(info[names(info) != "nodes"], list(kept = kept, count = count, row_names = row_names))),
            class = "scpp")
}

# `cluster` is of the rows that were kept; dropped ones have none.
with_clusters <- function(fit, cluster) {
  fit$size <- tabulate(cluster, fit$k)
  if (!is.null(fit$info$kept)) {
    all <- rep(NA_integer_, fit$info$count)
    all[fit$info$kept] <- cluster
    cluster <- all
  }
  fit$cluster <- setNames(cluster, fit$info$row_names)
  fit
}

warn_if_fewer <- function(fit) {
  wanted <- fit$info$options[["clusters"]]
  if (wanted == "auto" || fit$k >= as.integer(wanted)) return(invisible())
  why <- fit$nodes$sentence[fit$info$leaves[1] + 1]
  warning("only ", fit$k, " of ", wanted, " clusters were found: ", why, call. = FALSE)
}

progress_from <- function(progress) {
  if (is.function(progress)) return(progress)
  if (!isTRUE(progress)) return(NULL)
  function(now) {
    line <- sprintf("%s: node %d, %.0f rows, %d clusters so far", now$stage, now$node, now$rows, now$clusters_found)
    cat("\r", formatC(line, width = -70), sep = "", file = stderr())
  }
}
