/** Parts of the catalogs, as scripts/catalog-parts.ts makes them. */
declare module '*.po?first' {
  export const messages: import('@lingui/core').Messages
}
declare module '*.po?wall' {
  export const messages: import('@lingui/core').Messages
}
declare module '*.po?rest' {
  export const messages: import('@lingui/core').Messages
}
declare module '*.po?visitor' {
  export const messages: import('@lingui/core').Messages
}
