@echo off
rem The command line of an installed ZorkGPT: the app's own program as Node. It is in the folder "resources" of the app.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\ZorkGPT.exe" "%~dp0product\out\main\cli.js" %*
