// The parts of the seed texts that vite/site-texts.ts serves; without an import at its top, so that the declarations hold everywhere.
declare module 'virtual:site-content/about' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['about'];
  export default part;
}
declare module 'virtual:site-content/brand' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['brand'];
  export default part;
}
declare module 'virtual:site-content/claims' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['claims'];
  export default part;
}
declare module 'virtual:site-content/contactPage' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['contactPage'];
  export default part;
}
declare module 'virtual:site-content/demo' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['demo'];
  export default part;
}
declare module 'virtual:site-content/footer' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['footer'];
  export default part;
}
declare module 'virtual:site-content/header' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['header'];
  export default part;
}
declare module 'virtual:site-content/help' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['help'];
  export default part;
}
declare module 'virtual:site-content/landing' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['landing'];
  export default part;
}
declare module 'virtual:site-content/legal' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['legal'];
  export default part;
}
declare module 'virtual:site-content/services' {
  const part: import('@tradepost/proto/api/site-content/paths.ts').SiteContent['services'];
  export default part;
}
