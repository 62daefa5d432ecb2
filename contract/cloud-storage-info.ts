import * as z from 'zod/mini'

/** Where recordings of the cloud lie, as a question names it. */
export const cloudStoragePlace = {
  storageType: z.literal('object'),
  bucketName: z.literal('recordings'),
  storageUrl: z.literal('/objects'),
  resourceType: z.literal('cloud'),
}

/**
 * The specification's cloud storage info, as far as this service has it. `ossType`: recordings come from the service itself, whatever store it
 * keeps them in. Of the storage token set no access key, secret or security token leaves the service: each recording has a signed link of its own,
 * which stands for them and is good for `durationSeconds`. Protocol, port, server and region are those of the service, and the only ones that a
 * plugin takes; a task is named by its file.
 */
export const cloudStorageInfo = z.object({
  ossType: z.literal('service'),
  resourceType: cloudStoragePlace.resourceType,
  storageUrl: cloudStoragePlace.storageUrl,
  bucketName: cloudStoragePlace.bucketName,
  storageToken: z.object({ durationSeconds: z.int() }),
})
