/** Read when the first password is chosen: it is large, and most starts of the service never need it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
let common: Promise<ReadonlySet<string>> | undefined

/** Whether this is one of the 49,000 commonest of those that were stolen elsewhere, however it is capitalized: these are tried first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load()
  return (await common).has(password.toLowerCase())
}
