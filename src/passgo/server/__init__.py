"""The game server: tables, seats, clocks, sockets and the lobby."""
