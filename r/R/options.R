# Options of R as the library's: what there is, what is allowed and every default stand in the library alone.

r_name <- function(name) ifelse(name == "clusters", "k", gsub("-", "_", name, fixed = TRUE))
library_name <- function(name) ifelse(name == "k", "clusters", gsub("_", "-", name, fixed = TRUE))

#' The options of a fit
#'
#' Every option that [scpp()] takes by name besides its own arguments, as the library describes it.
#'
#' @return A data frame of class `scpp_options` with the columns `name`, `default`, `values` (what is allowed), `group` and
#'   `sentence`.
#' @examples
#' scpp_options()
#' subset(scpp_options(), group == "main")$name
#' @export
scpp_options <- function() {
  all <- native_parameters()
  all$name <- r_name(all$name)
  all$default[all$name == "k"] <- "auto"
  all$sentence <- vapply(all$sentence, renamed, "", USE.NAMES = FALSE)
  structure(all, class = c("scpp_options", "data.frame"))
}

#' @export
print.scpp_options <- function(x, ...) {
  if (!all(c("name", "default", "values", "sentence") %in% names(x))) return(NextMethod())  # a part of the table
  for (i in seq_len(nrow(x))) {
    cat(x$name[i], " = ", x$default[i], "   (", x$values[i], ")\n", sep = "")
    cat(strwrap(x$sentence[i], indent = 4, exdent = 4), sep = "\n")
  }
  invisible(x)
}

# A value as the command line would be given it: numbers in the fewest digits that read back the same.
text_of <- function(value, name) {
  if (length(value) != 1 || is.list(value)) refuse(name, " must be a single value")
  if (is.logical(value) && !is.na(value)) return(if (value) "yes" else "no")
  if (!is.numeric(value) || is.na(value)) return(as.character(value))
  for (digits in c(15, 16, 17)) {
    text <- formatC(value, digits = digits, format = "g", width = 1)
    if (as.numeric(text) == value) break
  }
  if (value == round(value) && abs(value) < 2^53) text <- sprintf("%.0f", value)
  text
}

# list(names, values) for the library.
options_from <- function(given) {
  if (length(given) && (is.null(names(given)) || any(names(given) == "")))
    refuse("options must be given by name, as in scpp(x, beta_max = 4); scpp_options() lists them")
  known <- native_parameters()$name
  names <- library_name(names(given))
  for (unknown in setdiff(names, known))
    refuse("there is no option '", r_name(unknown), "'", did_you_mean(r_name(unknown), r_name(known)),
           "; scpp_options() lists them")
  if (anyDuplicated(names)) refuse("the option ", r_name(names[anyDuplicated(names)]), " is given twice")
  values <- vapply(seq_along(given), function(i) text_of(given[[i]], r_name(names[i])), "")
  options <- list(names = as.character(names), values = values)
  ask(native_check_options(options$names, options$values))
  options
}

# A seed is a number; NULL draws one from R's own generator, which is otherwise left alone.
seed_from <- function(seed) if (is.null(seed)) sample.int(.Machine$integer.max, 1) else seed
