/** The nonce of this page's Content-Security-Policy; empty in development. Browsers hide the attribute but keep the property. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// Some parts of antd make <style> elements without asking for a nonce, and the policy would drop them.
if (nonce) {
  const create = document.createElement.bind(document);
  document.createElement = ((tag: string, options?: ElementCreationOptions) => {
    const element = create(tag, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  }) as typeof document.createElement;
}
