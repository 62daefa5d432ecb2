import { join } from 'node:path'
import type { Settings } from '#contract/settings.ts'
import { randomId } from '../runtime/secrets.ts'
import { StartFault } from '../runtime/start-fault.ts'
import { FolderStore } from './folder-store.ts'
import { StoreUnavailable, type ObjectStore } from './object-store.ts'
import { S3Store } from './s3-store.ts'

/**
 * Opens the object store that the settings name, else the one in the data folder. Throws `StartFault` when the store does not take,
 * show and delete an object; its address, which holds a secret, is not told.
 */
export async function openObjects({ objectsUrl }: Settings, folder: string): Promise<ObjectStore> {
  if (objectsUrl === '') return new FolderStore(join(folder, 'objects'))
  const store = openBucket(objectsUrl)
  const key = `start/${randomId()}.txt`
  try {
    await store.put(key, Buffer.from('Written by a service that starts.\n'))
    await store.sizeOf(key)
    await store.delete([key])
  } catch (fault) {
    if (!(fault instanceof StoreUnavailable)) throw fault
    throw new StartFault(`The object store of SIGHTLINE_OBJECTS_URL cannot be used (${fault.reason}).`)
  }
  return store
}

/** What an address that cannot be read fails with repeats it. */
function openBucket(objectsUrl: string): S3Store {
  try {
    return new S3Store(objectsUrl)
  } catch {
    throw new StartFault('The object store of SIGHTLINE_OBJECTS_URL cannot be used (its address is none).')
  }
}
