interface Parts {
  path: string
  folder: string
  name: string
  type: string
  size: number
}

/** A file that was written to be sent once. `folder`: it lies there alone, and goes with it when it is sent. */
export class FileOnDisk {
  readonly path: string
  readonly folder: string
  readonly name: string
  readonly type: string
  readonly size: number

  constructor({ path, folder, name, type, size }: Parts) {
    this.path = path
    this.folder = folder
    this.name = name
    this.type = type
    this.size = size
  }
}
