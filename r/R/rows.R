# What people hold, as a matrix of numbers: x is never changed, and copied only if it is no matrix of doubles already.

# list(x, columns = list(names, places, source), row_names, left_out)
rows_from <- function(x, drop = NULL, text = "refuse", what = "x") {
  if (is.data.frame(x)) return(rows_of_frame(x, drop, text, what))
  row_names <- rownames(x)
  if (inherits(x, "sparseMatrix")) x <- dense_from(x, what)
  if (is.numeric(x) && is.null(dim(x)) && !is.object(x)) x <- matrix(x, dimnames = list(names(x), NULL))
  if (!is.matrix(x) || is.object(x) && !inherits(x, "matrix"))
    refuse(what, " is of class '", class(x)[1], "', but must be a matrix, a data frame or a sparse matrix of numbers")
  if (!is.numeric(x) && !is.logical(x))
    refuse(what, " is a matrix of ", typeof(x), " values, but must hold numbers",
           if (is.character(x)) "; as a data frame its columns of text can be left out")
  names <- names_told_apart(colnames(x))
  keep <- setdiff(seq_len(ncol(x)), places_of(drop, colnames(x), ncol(x), what))
  source <- ncol(x)
  if (length(keep) < source) x <- x[, keep, drop = FALSE]
  if (!is.double(x)) storage.mode(x) <- "double"
  list(x = x, columns = list(names = as.character(names[keep]), places = keep, source = source),
       row_names = row_names, left_out = character())
}

rows_of_frame <- function(x, drop, text, what) {
  names <- names_told_apart(names(x))
  keep <- setdiff(seq_along(x), places_of(drop, names(x), length(x), what))
  plain <- vapply(x, is_numbers, NA)
  others <- setdiff(keep, which(plain))
  labels <- vapply(others, function(j) paste0("column ", j, " '", names[j], "'"), "")
  if (length(others) && text == "refuse") {
    kinds <- vapply(others, function(j) kind_of(x[[j]]), "")
    refuse(what, ": ", paste(labels, kinds, collapse = ", "), ", not numbers; leave ",
           if (length(others) == 1) "it" else "them", " out with drop = ", deparse_names(names[others]),
           " or text = \"drop\"")
  }
  keep <- setdiff(keep, others)
  rows <- matrix(0, nrow(x), length(keep))
  for (i in seq_along(keep)) rows[, i] <- as.double(x[[keep[i]]])
  automatic <- is.integer(attr(x, "row.names"))
  list(x = rows, columns = list(names = names[keep], places = keep, source = length(x)),
       row_names = if (!automatic) row.names(x), left_out = labels)
}

is_numbers <- function(column) (is.numeric(column) || is.logical(column)) && is.null(dim(column)) && !is.object(column)

kind_of <- function(column) {
  if (is.factor(column)) return("is a factor")
  if (is.character(column)) return("is text")
  if (!is.null(dim(column))) return("is a matrix")
  paste0("is of class '", class(column)[1], "'")
}

deparse_names <- function(names) {
  quoted <- paste0("\"", names, "\"")
  if (length(quoted) == 1) quoted else paste0("c(", paste(quoted, collapse = ", "), ")")
}

# Numbers of the columns that `drop` names, by name or by number.
places_of <- function(drop, names, count, what) {
  if (is.null(drop)) return(integer())
  if (is.character(drop)) {
    unknown <- setdiff(drop, names)
    if (length(unknown)) refuse(what, " has no column '", unknown[1], "'", did_you_mean(unknown[1], names))
    return(which(names %in% drop))
  }
  if (!is.numeric(drop) || anyNA(drop) || any(drop < 1 | drop > count | drop != round(drop)))
    refuse("drop must hold names of columns of ", what, ", or numbers from 1 to ", count)
  as.integer(drop)
}

# "a" and "a (2)" for columns of one name, as files are read; nothing where nobody gave names.
names_told_apart <- function(names) {
  if (is.null(names) || all(is.na(names) | names == "")) return(NULL)
  empty <- is.na(names) | names == ""
  names[empty] <- paste0("x", seq_along(names))[empty]
  times <- stats::ave(seq_along(names), names, FUN = seq_along)
  enc2utf8(ifelse(times == 1, names, paste0(names, " (", times, ")")))
}

# Zeros take as much room as numbers here.
dense_from <- function(x, what) {
  bytes <- 8 * prod(as.numeric(dim(x)))
  most <- getOption("scpp.max_dense", 2^32)
  if (bytes > most)
    refuse(what, " is sparse, and would take ", format(structure(bytes, class = "object_size"), units = "auto"),
           " with its zeros, more than the ", format(structure(most, class = "object_size"), units = "auto"),
           " allowed by options(scpp.max_dense = ); take fewer columns, or their principal components")
  if (!inherits(x, "dgCMatrix")) x <- as(as(as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")
  dense <- matrix(0, nrow(x), ncol(x), dimnames = x@Dimnames)
  at <- x@i + 1 + rep(seq_len(ncol(x)) - 1, diff(x@p)) * as.numeric(nrow(x))
  dense[at] <- x@x
  dense
}

require_rows <- function(rows, what) {
  if (nrow(rows$x) == 0) refuse(what, " has no rows")
  if (ncol(rows$x) == 0) refuse(what, " has no columns of numbers")
}

weights_from <- function(weights, count) {
  if (is.null(weights)) return(numeric())
  if (!is.numeric(weights)) refuse("weights must be numbers, one for each row")
  if (length(weights) != count)
    refuse("weights must have one number for each of the ", count, " rows, but there are ", length(weights))
  bad <- which(!is.finite(weights) | weights < 0)
  if (length(bad)) refuse("the weight of row ", bad[1], " is ", weights[bad[1]], ", but must be a number >= 0")
  as.double(weights)
}

# The words of the command line, or R's own functions of that meaning.
missing_word <- function(na.action) {
  if (is.function(na.action)) {
    for (name in c("na.fail", "na.omit", "na.exclude"))
      if (identical(na.action, getExportedValue("stats", name))) na.action <- name
  }
  if (!is.character(na.action) || length(na.action) != 1) refuse("na.action must be ", missing_words)
  c(na.fail = "error", na.omit = "drop-row", na.exclude = "drop-row")[na.action] %or% na.action
}

missing_words <- "\"error\", \"mean\", \"median\", \"drop-row\" or \"drop-column\""

`%or%` <- function(a, b) if (length(a) == 0 || is.na(a)) b else unname(a)

# Rows without missing cells, and what was done to them. Fill values are kept even if nothing is missing: new rows may lack cells.
settled <- function(rows, weights, rule, what) {
  rows$weights <- weights
  rows$kept <- NULL
  if (rule %in% c("error", "drop-row", "drop-column") && !anyNA(rows$x)) return(rows)
  done <- tryCatch(native_settle(rows$x, rows$columns, rule, weights), `C++Error` = function(error) {
    refuse(if (rule != "error") conditionMessage(error)
           else paste0(what, " has ", conditionMessage(error), "; na.action = ", sub("\"error\", ", "", missing_words),
                       " says what to do with them"))
  })
  rows$fill <- done$fill
  if (is.null(done$x)) return(rows)
  note(done$sentence)
  rows$note <- done$sentence
  rows$x <- done$x
  rows$columns$places <- rows$columns$places[done$columns]
  if (length(rows$columns$names)) rows$columns$names <- rows$columns$names[done$columns]
  if (length(done$rows)) rows$kept <- done$rows
  if (length(done$rows) && length(weights)) rows$weights <- weights[done$rows]
  rows
}
