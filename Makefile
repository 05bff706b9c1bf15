# `make demo` and `make test` install what they need on Debian 12; docs/operations.md says what they do.
.PHONY: demo demo-shoppers test bench generated demo-check fresh-check
MAKEFLAGS += --no-print-directory

demo: ## a sale on this machine, at http://127.0.0.1:3000 or PORT=
	@tools/demo

demo-shoppers: ## COUNT= signed-in shoppers of the running demo, one JSON object a line
	@tools/demo-shoppers

test: ## everything that CI runs
	@tools/test

bench: ## what is measured; docs/performance.md has the numbers
	@tools/bench

generated: ## docs/openapi.json and .sqlx, after a change of the API or of a query
	@tools/generate

demo-check: ## that the demo starts, stops, and cleans up after a crash
	@tools/demo-check

fresh-check: ## `make demo` on a Debian 12 with nothing on it (root, debootstrap)
	@tools/fresh-check
