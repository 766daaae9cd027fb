"""The table server: tables, clocks, seats, sockets, lobby."""
