#' Model files
#'
#' The files of the command line's `scpp fit --model`, byte for byte: a model fitted here can be used there and in Python, and the
#' other way round. They do not hold the rows.
#'
#' @param fit A fit of [scpp()], or a model of [read_model()].
#' @param file A path. It appears whole or not at all.
#' @return `read_model()` gives an object of class `scpp` without rows and clusters; `write_model()` its argument, invisibly.
#' @examples
#' fit <- scpp(iris[1:4], k = 3)
#' file <- tempfile(fileext = ".scpp")
#' write_model(fit, file)
#' again <- read_model(file)
#' identical(predict(again, iris[1:4]), fit$cluster)
#' unlink(file)
#' @name model_files
NULL

#' @rdname model_files
#' @export
write_model <- function(fit, file) {
  require_scpp(fit)
  ask(native_save(fit$model, path_from(file)))
  invisible(fit)
}

#' @rdname model_files
#' @export
read_model <- function(file) new_scpp(ask(native_load(path_from(file))))

require_scpp <- function(fit) {
  if (!inherits(fit, "scpp")) refuse("fit is of class '", class(fit)[1], "', but must be a fit of scpp()")
}

path_from <- function(file) {
  if (!is.character(file) || length(file) != 1 || is.na(file)) refuse("file must be one path")
  path.expand(file)
}

#' The interactive report
#'
#' Writes the page of the command line's `--report`, a single HTML file that needs nothing else: the tree, the plane of every
#' split, and what sets the clusters apart. Without `file` it is written to a temporary one and shown in the viewer pane or the
#' browser.
#'
#' @param fit A fit of [scpp()], or a model of [read_model()].
#' @param file Where to write it.
#' @param x,weights The rows to show, and how often each counts; those of the fit unless given.
#' @param truth Known classes, one for each row, to compare with.
#' @param title What was clustered.
#' @param open Whether to show it.
#' @return The path, invisibly.
#' @examples
#' fit <- scpp(iris[1:4], k = 3)
#' file <- scpp_report(fit, tempfile(fileext = ".html"), truth = iris$Species, open = FALSE)
#' file.size(file) > 1000
#' unlink(file)
#' @export
scpp_report <- function(fit, file = NULL, x = NULL, truth = NULL, title = NULL, open = is.null(file) && interactive(),
                        weights = NULL) {
  require_scpp(fit)
  if (!native_has_report()) refuse("this package was made without the report page: scripts/r-package needs node for it")
  rows <- need_rows(fit, x)
  cluster <- if (is.null(x) && !is.null(fit$cluster)) fit$cluster else ask(native_assign(fit$model, rows))
  weights <- if (is.null(x) && is.null(weights)) fit$weights else weights_from(weights, nrow(rows))
  truth <- if (!is.null(truth)) classes_from(truth, length(cluster), "truth")
  if (is.null(x) && !is.null(fit$info$kept)) {
    cluster <- cluster[fit$info$kept]
    truth <- truth[fit$info$kept]
  }
  if (is.null(title)) title <- if (is.null(fit$call$x)) "a table" else paste(deparse(fit$call$x), collapse = " ")
  path <- if (is.null(file)) tempfile("scpp-", fileext = ".html") else path_from(file)
  ask(native_report(fit$model, rows, cluster, title, as.integer(truth), as.character(levels(truth)),
                    as.character(fit$note), weights, path))
  if (open) show_page(path)
  invisible(path)
}

# In the viewer pane of an editor, which shows files of the session's folder; else in the browser.
show_page <- function(path, viewer = getOption("viewer")) {
  inside <- startsWith(normalizePath(path), normalizePath(tempdir()))
  if (is.function(viewer) && inside) viewer(path) else utils::browseURL(path)
}

classes_from <- function(classes, count, what) {
  if (length(classes) != count) refuse(what, " must have one class for each of the ", count, " rows, but there are ", length(classes))
  if (anyNA(classes)) refuse("the class of row ", which(is.na(classes))[1], " in ", what, " is missing")
  droplevels(as.factor(classes))
}

#' How well clusters agree with known classes
#'
#' @param cluster Clusters, or a fit of [scpp()].
#' @param truth Known classes of the same rows. Rows without a cluster are left out.
#' @return A named vector, each of which is 1 for perfect agreement: `purity`, `nmi` (normalised mutual information), `ari` (the
#'   adjusted Rand index), `v_measure` and `accuracy` (under the best match of clusters to classes).
#' @examples
#' scpp_scores(scpp(iris[1:4], k = 3), iris$Species)
#' scpp_scores(kmeans(iris[1:4], 3)$cluster, iris$Species)
#' @export
scpp_scores <- function(cluster, truth) {
  if (inherits(cluster, "scpp")) cluster <- need_clusters(cluster)
  truth <- classes_from(truth, length(cluster), "truth")
  there <- !is.na(cluster)
  ask(native_score(as.integer(as.factor(cluster[there])), as.integer(truth[there])))
}

#' Made-up tables with known clusters
#'
#' Clusters that are known, hidden under columns of noise: the tables of the command line's `scpp generate`, with the same numbers.
#'
#' @param kind What kind of clusters: `"scales"`, for example; a wrong word is answered with the list.
#' @param rows,clusters How many.
#' @param ... Further options of `scpp generate` by name, such as `columns`, `noise_columns`, `separation` and `seed`.
#' @return A list with `x`, a matrix, and `class`, a factor.
#' @examples
#' made <- scpp_example("scales", rows = 200, clusters = 4)
#' scpp_scores(scpp(made$x, k = 4), made$class)
#' @export
scpp_example <- function(kind = "scales", rows = 400, clusters = 4, ...) {
  given <- list(rows = rows, clusters = clusters, ...)
  known <- native_generators()
  if (!is.character(kind) || length(kind) != 1 || !kind %in% known$kinds)
    refuse("kind is ", paste(kind, collapse = " "), ", but must be ", paste(known$kinds, collapse = ", "))
  names <- gsub("_", "-", names(given), fixed = TRUE)
  unknown <- setdiff(names, known$options)
  if (length(unknown))
    refuse("there is no option '", unknown[1], "'", did_you_mean(unknown[1], known$options), "; there are ",
           paste(known$options, collapse = ", "))
  values <- vapply(seq_along(given), function(i) text_of(given[[i]], names[i]), "")
  made <- ask(native_generate(kind, names, values))
  list(x = made$x, class = factor(made$class_names[made$class], levels = made$class_names))
}
