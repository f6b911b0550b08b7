/** The variables that Git programs of the server run with: nothing of the user's own configuration reaches them. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "safe.directory",
    GIT_CONFIG_VALUE_0: "*",
  };
}
