; Links of the scheme zorkgpt: open the installed app until it is removed.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\zorkgpt" "" "URL:ZorkGPT episode"
  WriteRegStr SHELL_CONTEXT "Software\Classes\zorkgpt" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\zorkgpt\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend
!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\zorkgpt"
!macroend
