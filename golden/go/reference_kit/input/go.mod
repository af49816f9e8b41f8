module example.org/ledger

go 1.24
