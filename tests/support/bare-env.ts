/**
 * What a process that is started as a person would start it takes over from this one, and nothing else: where programs are, and where Node
 * keeps what it has compiled, without which each start reads all modules anew.
 */
export function bareEnv(): Record<'PATH' | 'NODE_COMPILE_CACHE', string | undefined> {
  return { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
}
