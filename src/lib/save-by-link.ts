/**
 * Has the browser save what a link of the service leads to, where it saves what is downloaded. What stands in the link's query goes in a form: proxies
 * write addresses down.
 */
export function saveByLink(link: string): void {
  const { pathname, searchParams } = new URL(link, location.href)
  const form = document.createElement('form')
  form.method = 'post'
  form.action = pathname
  form.hidden = true
  for (const [name, value] of searchParams) {
    const field = document.createElement('input')
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
