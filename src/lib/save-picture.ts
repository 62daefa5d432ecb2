import { fileNameOf } from '#contract/rules.ts'
import { saveFile } from './share-file.ts'

/** Gives a picture of a player to the browser to be saved under a name. */
export function savePicture(picture: Blob, name: string): void {
  saveFile(new File([picture], fileNameOf(`${name}.jpg`), { type: picture.type }))
}
