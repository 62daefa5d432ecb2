/** How the helper that installs the plugin can be had on this computer. */
export type HelperOffer =
  | { kind: 'asking' | 'unreachable' | 'absent' }
  /** `href`: where the file lies; `bytes`: how large it is. */
  | { kind: 'there'; href: string; fileName: string; bytes: number }
