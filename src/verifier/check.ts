import { checkBundle, MANIFEST_PATH, openManifest, type CheckedBundle, type CheckedPart } from '#shared/proof/bundle.ts'
import { checkFile, chunksOf } from '#shared/proof/check-file.ts'
import { ProofFault } from '#shared/proof/statements.ts'

/** A file of which nothing was signed. */
export interface CheckedFiles extends CheckedBundle {
  unproven: string[]
}

/** Checks what somebody gives: a bundle, or its manifest with files that were in it; undefined when there is neither. Rejects when a file cannot be read. */
export async function checkFiles(files: readonly File[], onRead: (bytes: number) => void): Promise<CheckedFiles | undefined> {
  const manifest = files.find(({ name }) => name === MANIFEST_PATH) ?? files.find(({ name }) => name.endsWith('.json'))
  if (manifest !== undefined) return checkLoose(manifest, files, onRead)
  const bundle = files.find(({ name }) => name.endsWith('.zip')) ?? (files.length === 1 ? files[0] : undefined)
  if (bundle === undefined) return undefined
  const readBytes = async (from: number, to: number) => new Uint8Array(await bundle.slice(from, to).arrayBuffer())
  const checked = await checkBundle(readBytes, bundle.size, onRead)
  return { ...checked, unproven: files.filter((file) => file !== bundle).map(({ name }) => name) }
}

async function checkLoose(manifest: File, files: readonly File[], onRead: (bytes: number) => void): Promise<CheckedFiles> {
  const others = files.filter((file) => file !== manifest)
  try {
    const opened = await openManifest(new Uint8Array(await manifest.arrayBuffer()))
    const { chain, bundle } = opened
    const parts: CheckedPart[] = [{ path: manifest.name, changed: [] }]
    const unproven: string[] = []
    // A clip that is saved a second time has another name.
    const clip = others.find(({ name }) => name === bundle.clip.path) ?? others.find(({ name }) => name.endsWith('.mp4'))
    for (const file of others) {
      const other = bundle.others.find(({ path }) => path === file.name)
      const whole = other && [{ sizeBytes: other.sizeBytes, sha256: other.sha256, fromMs: null, toMs: null }]
      const segments = file === clip ? chain.segments : whole
      if (segments === undefined) unproven.push(file.name)
      else parts.push({ path: file.name, changed: await checkFile(chunksOf(file.stream()), segments, onRead) })
    }
    return { manifest: opened, trouble: undefined, parts, unproven }
  } catch (fault) {
    if (!(fault instanceof ProofFault)) throw fault
    const changed = [{ fromByte: 0, toByte: manifest.size, fromMs: null, toMs: null }]
    return {
      manifest: undefined,
      trouble: fault.trouble,
      parts: [{ path: manifest.name, changed }],
      unproven: others.map(({ name }) => name),
    }
  }
}
