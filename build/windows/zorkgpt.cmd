@echo off
rem The command line of an installed ZorkGPT: runs the app's program as Node. It is in the app's folder "resources".
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\ZorkGPT.exe" "%~dp0product\out\main\cli.js" %*
