/** What every runtime has of the web's cryptography and texts, as far as proofs need it: the types of no single runtime know it here. */
interface Platform {
  crypto: {
    subtle: {
      digest(name: 'SHA-256', bytes: Uint8Array): Promise<ArrayBuffer>
      importKey(format: 'raw', bytes: Uint8Array, name: 'Ed25519', isExtractable: false, uses: readonly ['verify']): Promise<object>
      verify(name: 'Ed25519', key: object, signature: Uint8Array, bytes: Uint8Array): Promise<boolean>
    }
  }
  TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> }
  TextDecoder: new (name: 'utf-8', options: { fatal: boolean; ignoreBOM: boolean }) => { decode(bytes: Uint8Array): string }
}

export const { crypto, TextEncoder, TextDecoder } = globalThis as unknown as Platform
