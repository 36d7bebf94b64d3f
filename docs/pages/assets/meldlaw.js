// Pressing a clause's id copies its permanent link; without a script the link is an ordinary one.
document.addEventListener("click", (event) => {
  const anchor = event.target.closest(".ml-anchor");
  if (!anchor || !navigator.clipboard) return;
  navigator.clipboard.writeText(anchor.href).then(() => {
    anchor.dataset.copied = "✓";
    setTimeout(() => delete anchor.dataset.copied, 1500);
  });
});
