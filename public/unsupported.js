/*
 * Tells people whose browser cannot run the app what it lacks, instead of an empty page. Old script on purpose: it has to run where
 * nothing else of ours does, from Internet Explorer 10 on. It runs before the app, which does not start when the root has this attribute.
 */
;(function () {
  var ATTRIBUTE = 'data-unsupported'
  var CHROME = 119
  var texts = {
    en: {
      lang: 'en-US',
      title: 'This browser cannot run the app',
      insecure:
        'The address must begin with https://. Without it the browser withholds what the app needs. Ask your administrator for the right address.',
      lacks: 'It lacks:',
      use: 'Use one of these browsers, in this version or a newer one:',
      again: 'Already up to date? Then look whether a company policy or a compatibility mode switches these parts off.',
      other: '中文',
    },
    zh: {
      lang: 'zh-CN',
      title: '此浏览器无法运行本应用',
      insecure: '网址必须以 https:// 开头，否则浏览器不会开放本应用所需的功能。请向管理员索取正确的网址。',
      lacks: '缺少以下功能：',
      use: '请使用下列浏览器，版本不低于所示：',
      again: '浏览器已是最新版本？请检查公司策略或兼容模式是否关闭了上述功能。',
      other: 'English',
    },
  }
  var browsers = [
    ['Chrome', CHROME],
    ['Edge', CHROME],
    ['Firefox', 121],
    ['Safari', '17.4'],
    ['Opera', 105],
  ]

  /* Each: what it is called, and whether it is there. */
  function needs() {
    var script = document.createElement('script')
    return [
      ['JavaScript modules', 'noModule' in script],
      [
        'JavaScript (ES2024)',
        typeof Promise === 'function' && typeof Promise.withResolvers === 'function' && typeof Object.groupBy === 'function',
      ],
      ['WebSocket', typeof WebSocket !== 'undefined'],
      ['Web Workers', typeof Worker !== 'undefined'],
      ['IndexedDB', typeof indexedDB !== 'undefined'],
      ['BroadcastChannel', typeof BroadcastChannel !== 'undefined'],
      ['Web Locks', !isSecure() || 'locks' in navigator],
      ['Web Cryptography', !isSecure() || (typeof crypto !== 'undefined' && 'subtle' in crypto)],
    ]
  }

  /* Browsers that do not know the word have no such rule, or are too old for other reasons. */
  function isSecure() {
    return !('isSecureContext' in window) || window.isSecureContext
  }

  function missing() {
    var list = needs()
    var names = []
    for (var index = 0; index < list.length; index += 1) if (!list[index][1]) names.push(list[index][0])
    return names
  }

  function firstLanguage() {
    var kept = null
    try {
      kept = window.localStorage.getItem('sightline.language')
      // oxlint-disable-next-line no-unused-vars -- Script of that age cannot leave the name out.
    } catch (error) {
      /* Storage may be forbidden: the browser's own language serves. */
    }
    var language = kept || navigator.language || navigator.userLanguage || ''
    return language.slice(0, 2) === 'zh' ? 'zh' : 'en'
  }

  function add(parent, name, text) {
    var element = document.createElement(name)
    if (text !== undefined) element.appendChild(document.createTextNode(text))
    parent.appendChild(element)
    return element
  }

  function addList(parent, items) {
    var list = add(parent, 'ul')
    for (var index = 0; index < items.length; index += 1) add(list, 'li', items[index])
  }

  function names() {
    var list = []
    for (var index = 0; index < browsers.length; index += 1) list.push(browsers[index].join(' '))
    return list
  }

  function show(root, key, lacking) {
    var text = texts[key]
    document.documentElement.lang = text.lang
    document.title = text.title
    while (root.firstChild) root.removeChild(root.firstChild)
    var page = add(root, 'main')
    page.className = 'unsupported'
    add(page, 'h1', text.title)
    if (!isSecure()) add(page, 'p', text.insecure)
    if (lacking.length > 0) {
      add(page, 'p', text.lacks)
      addList(page, lacking)
      add(page, 'p', text.use)
      addList(page, names())
      add(page, 'p', text.again)
    }
    var other = add(page, 'button', text.other)
    other.type = 'button'
    other.lang = key === 'zh' ? 'en-US' : 'zh-CN'
    other.addEventListener('click', function () {
      show(root, key === 'zh' ? 'en' : 'zh', lacking)
      root.getElementsByTagName('button')[0].focus()
    })
  }

  function begin() {
    var root = document.getElementById('root')
    if (!root) return
    var sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.href = '/user/unsupported.css'
    document.getElementsByTagName('head')[0].appendChild(sheet)
    show(root, firstLanguage(), missing())
  }

  if (missing().length === 0 && isSecure()) return
  document.documentElement.setAttribute(ATTRIBUTE, '')
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
  else begin()
})()
