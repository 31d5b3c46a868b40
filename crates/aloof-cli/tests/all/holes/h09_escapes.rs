//! No text of a file reaches a terminal or a spreadsheet as a command.
