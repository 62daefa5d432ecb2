interface Timed {
  ptsUs: number
}

/** The pictures in their order, and in front of each the sound that began before it. */
export async function* byTime<Unit extends Timed>(pictures: AsyncIterable<Unit>, sound: AsyncGenerator<Unit>): AsyncGenerator<Unit> {
  try {
    let frame = await sound.next()
    for await (const picture of pictures) {
      for (; frame.done !== true && frame.value.ptsUs <= picture.ptsUs; frame = await sound.next()) yield frame.value
      yield picture
    }
    for (; frame.done !== true; frame = await sound.next()) yield frame.value
  } finally {
    await sound.return(undefined)
  }
}
