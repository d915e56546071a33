; Makes links of the scheme zorkgpt open the installed app, and `zorkgpt` a command in the folder below, which belongs
; to the user and is on the PATH of Windows. An uninstall removes both.
!define COMMANDS "$LOCALAPPDATA\Microsoft\WindowsApps"
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\zorkgpt" "" "URL:ZorkGPT episode"
  WriteRegStr SHELL_CONTEXT "Software\Classes\zorkgpt" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\zorkgpt\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  CreateDirectory "${COMMANDS}"
  FileOpen $0 "${COMMANDS}\zorkgpt.cmd" w
  FileWrite $0 '@"$INSTDIR\resources\zorkgpt.cmd" %*$\r$\n'
  FileClose $0
!macroend
!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\zorkgpt"
  Delete "${COMMANDS}\zorkgpt.cmd"
!macroend
