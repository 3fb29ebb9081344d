"""What is measured: each function of a module here makes one or more lines of the table, beside their floors."""
