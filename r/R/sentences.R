# What is said to people: errors with the library's sentence, notes, lists of names.

refuse <- function(...) {
  stop(structure(class = c("scpp_error", "error", "condition"), list(message = paste0(...), call = NULL)))
}

note <- function(...) message("note: ", ...)

# The library calls options as the command line does.
renamed <- function(sentence) {
  for (name in c("clusters", grep("-", native_parameters()$name, value = TRUE))) {
    ours <- r_name(name)
    sentence <- sub(paste0("^", name, " is "), paste0(ours, " is "), sentence)
    if (grepl("-", name)) sentence <- gsub(name, ours, sentence, fixed = TRUE)
  }
  sentence
}

# Calls the library; what it refuses becomes an error of R with its sentence.
ask <- function(call) tryCatch(call, `C++Error` = function(error) refuse(renamed(conditionMessage(error))))

counted <- function(count, thing) paste0(format(count, big.mark = ",", trim = TRUE), " ", thing, if (count != 1) "s")

# "'a', 'b' and 7 more"
listed <- function(names, most = 5) {
  shown <- paste0("'", head(names, most), "'", collapse = ", ")
  if (length(names) > most) paste(shown, "and", length(names) - most, "more") else shown
}

# The candidate that is few edits away from a mistyped word, or nothing.
nearest_word <- function(word, candidates) {
  if (!length(candidates)) return(character())
  edits <- drop(adist(word, candidates, ignore.case = TRUE))
  candidates[which.min(edits)][min(edits) <= nchar(word) / 3]
}

did_you_mean <- function(word, candidates) {
  near <- nearest_word(word, candidates)
  if (length(near)) paste0("; did you mean '", near, "'?") else ""
}

four_digits <- function(value) ifelse(is.na(value), "-", formatC(value, digits = 4, format = "g", width = 1))
