pytest_plugins = ["pytest_understudy"]
