/**
 * Variables that are known to load code, or to change where programs, libraries or packages are searched, whatever the
 * command line says. The list cannot be complete, so all variables are shown and these are marked.
 */
const DECIDING = new RegExp(
  [
    // System loaders, search paths, and the locations of files that programs read when they start.
    'PATH|PATHEXT|COMSPEC|SHELL|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_(CONFIG|DATA)_(HOME|DIRS)|LD_.*|DYLD_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|MALLOC_.*|OPENSSL_(CONF|ENGINES|MODULES)',
    // Shells.
    'BASH_ENV|BASH_FUNC_.*|ENV|ZDOTDIR|IFS|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS4|EDITOR|VISUAL|PAGER|LESSOPEN|BROWSER',
    // Runtimes.
    'NODE_(OPTIONS|PATH|REPL_.*|EXTRA_CA_CERTS|TLS_.*)|ELECTRON_.*|BUN_.*|DENO_.*|TS_NODE_.*|PYTHON.*|VIRTUAL_ENV|PERL.*|RUBY(LIB|OPT)|GEM_(HOME|PATH)|BUNDLE_.*|PHPRC|PHP_INI_SCAN_DIR',
    '_?JAVA_(TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|JAVA_HOME|CLASSPATH|(MAVEN|GRADLE)_OPTS|DOTNET_.*|CORECLR_.*|COR_.*|LUA_.*|R_PROFILE.*|JULIA_.*|TCLLIBPATH|GOFLAGS|RUSTC_.*|CARGO_.*',
    // Package managers, and programs that run other programs.
    'NPM_.*|YARN_.*|PNPM_.*|COREPACK_.*|PIP_.*|UV_.*|GIT_.*|SSH_.*|SUDO_.*|DOCKER_.*|SSL_CERT_(FILE|DIR)|(HTTPS?|ALL)_PROXY',
  ]
    .map((names) => `^(?:${names})$`)
    .join('|'),
  'i',
)

export const decidesWhatRuns = (variable: string): boolean => DECIDING.test(variable)
