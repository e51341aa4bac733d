"""Search: information-set Monte Carlo, its playouts, exact endings, and regret matching for simultaneous choices."""
