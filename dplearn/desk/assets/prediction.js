// The browser's half of dplearn.lecture.predict: choices before what a cell shows, which waits meanwhile (predict.css).

function render({ model, el }) {
  const { root, form, end } = guess(el, "Choose", [], model.get("choices"), (answer) => {
    tell(root, form, answer, model.get("choices"));
    root.replaceChildren(root.lastChild); // what was said
  });
  root.setAttribute("data-ready", "true");
  return end;
}

export default { render };
