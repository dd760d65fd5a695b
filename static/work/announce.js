// Says something to people who listen to the page instead of looking at it.

const voice = document.querySelector(".announcement");

export function announce(words) {
  voice.textContent = words === voice.textContent ? `${words}\u00a0` : words;
}
