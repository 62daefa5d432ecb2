import { Trans as PlainTrans, type TransProps } from '@lingui/react'

/**
 * What `<Trans>` and `<Plural>` of the macro become (`runtimeConfigModule` in `lingui.config.ts`). Lingui looks for tags in the values too,
 * and takes away what it does not know: a site named `<b>x</b>` would be called x; and it reads `\x41` in a value as A. Values that might be
 * taken for either go in as elements, which are shown as they are.
 */
export function Trans({ values, ...props }: TransProps) {
  return <PlainTrans {...props} {...(values && { values: shownWhole(values) })} />
}

function shownWhole(values: Record<string, unknown>): Record<string, unknown> {
  const mayBeRead = (value: unknown) => typeof value === 'string' && /[<\\]/.test(value)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mayBeRead(value) ? <>{value as string}</> : value]))
}
