import { pictureEndings, pictureProblem, pictureRules, type PictureKind, type PictureUse } from '#contract/pictures.ts'

/** Endings of the names of files of a kind, in small letters. */
function endingsOf(kind: PictureKind): readonly string[] {
  return pictureEndings[kind]
}

/** Why a chosen file is not taken; `undefined` when it is. What is in it shows when it is opened. */
export function pictureFault({ name, size }: { name: string; size: number }, use: PictureUse) {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const kinds = Object.keys(pictureEndings) as PictureKind[]
  return pictureProblem(use, { kind: kinds.find((kind) => endingsOf(kind).includes(ending)), size })
}

/** What a file chooser offers. */
export function acceptOf(use: PictureUse): string {
  return pictureRules[use].shape.kind.options
    .flatMap(endingsOf)
    .map((ending) => `.${ending}`)
    .join(',')
}
