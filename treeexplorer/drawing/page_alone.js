// A page that is a document of its own has its step in its address.
{
  const fromAddress = () => Number((/step=(\d+)/.exec(location.hash) || [0, 0])[1]);

  /** @type {(step: number) => void} */
  const remember = (step) => writeAddress(step ? `#step=${step}` : "#");

  const page = stepThrough(fromAddress(), remember);
  window.addEventListener("hashchange", () => page.go(fromAddress()));
}
